"""Which system packages are missing, and the command that installs them."""

import system_packages


def test_only_installed_packages_are_not_missing() -> None:
    listing = "libegl1 installed\nxvfb config-files\nlibgl1 not-installed\nlibgl1 installed\n\nxvfb"
    wanted = ["libegl1", "libgl1", "xvfb", "libxcb-cursor0"]
    assert system_packages.missing_packages(wanted, listing) == ["xvfb", "libxcb-cursor0"]
    assert system_packages.missing_packages(wanted, "") == wanted


def test_debians_own_half_of_venv_is_wanted_only_when_it_lacks() -> None:
    assert "python3-venv" in system_packages.wanted_packages(has_ensurepip=False)
    assert "python3-venv" not in system_packages.wanted_packages(has_ensurepip=True)


def test_the_command_asks_nothing() -> None:
    command = system_packages.install_command(["xvfb"], ["sudo", "-n"])
    assert " ".join(command).startswith(
        "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install"
    )
    assert "--yes" in command
    assert command[-1] == "xvfb"


def test_packages_of_debian_13_are_found_by_their_new_names() -> None:
    listing = "libglib2.0-0t64 installed\nlibegl1 installed"
    assert system_packages.missing_packages(["libglib2.0-0", "libegl1"], listing) == []
