"""The Qt application: a desktop explorer over the library nqviz."""
