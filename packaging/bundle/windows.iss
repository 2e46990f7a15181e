; The installer for Windows, for the version of nqviz/__init__.py: iscc /DVersion=0.2.0 packaging\bundle\windows.iss
; Not run yet on Windows by the project.
#ifndef Version
  #error give the version: iscc /DVersion=...
#endif

[Setup]
AppName=n-Queens Explorer
AppVersion={#Version}
AppPublisher=The nqviz developers
DefaultDirName={autopf}\nqviz-explorer
DefaultGroupName=n-Queens Explorer
PrivilegesRequired=lowest
LicenseFile=..\..\LICENSE
OutputDir=..\..\build
OutputBaseFilename=nqviz-explorer-{#Version}-setup
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
UninstallDisplayIcon={app}\nqviz-explorer.exe
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes

[Files]
Source: "..\..\build\bundle\nqviz\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{group}\n-Queens Explorer"; Filename: "{app}\nqviz-explorer.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.nqviz"; ValueType: string; ValueData: "nqviz.session"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.queens"; ValueType: string; ValueData: "nqviz.placement"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\nqviz.session"; ValueType: string; ValueData: "nqviz session"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\nqviz.session\shell\open\command"; ValueType: string; ValueData: """{app}\nqviz-explorer.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\nqviz.placement"; ValueType: string; ValueData: "nqviz placement"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\nqviz.placement\shell\open\command"; ValueType: string; ValueData: """{app}\nqviz-explorer.exe"" ""%1"""
