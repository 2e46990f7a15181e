"""The style sheet of the window, and the sentences of What's this for its controls."""
