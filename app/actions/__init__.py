"""One table of commands for menus, keys and search, and the handlers."""
