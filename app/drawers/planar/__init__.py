"""Questions about flat boards."""
