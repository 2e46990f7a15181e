"""The actions and the style sheet of the window, and the sentences of What's this."""
