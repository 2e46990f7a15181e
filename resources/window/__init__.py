"""The actions, the titles of controls, the style sheet of the window, and What's this."""
