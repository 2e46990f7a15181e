"""The texts of the window and of lessons in German."""
