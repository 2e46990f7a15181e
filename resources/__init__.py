"""What ships beside the code: records, certificates, lessons, icons, themes, reference values."""
