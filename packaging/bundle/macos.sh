#!/usr/bin/env bash
# Make build/nqviz-explorer.dmg of build/bundle/nqviz-explorer.app. Not run yet on a Mac by the project.
# With SIGN (a Developer ID) and NOTARY (a keychain profile) it is signed and notarised.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
app=build/bundle/nqviz-explorer.app
image=build/nqviz-explorer.dmg
if [ -n "${SIGN:-}" ]; then
    codesign --force --deep --options runtime --timestamp --sign "$SIGN" "$app"
fi
rm -f "$image"
hdiutil create -volname "n-Queens Explorer" -srcfolder "$app" -format UDZO "$image"
if [ -n "${NOTARY:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY" --wait
    xcrun stapler staple "$image"
fi
