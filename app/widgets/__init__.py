"""Small reusable widgets, the theme and the texts of controls."""
