"""What ships beside the code: certificates, lessons, icons, themes and reference values."""
