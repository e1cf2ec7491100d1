package profile

import (
	"path/filepath"
	"runtime"
)

// Path is where the profiles of a user are, by the environment variables of the user; empty when these do not say.
func Path(variable func(name string) string) string {
	folder := configFolder(variable)
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "millrace", "profiles.toml")
}

func configFolder(variable func(name string) string) string {
	if folder := variable("XDG_CONFIG_HOME"); filepath.IsAbs(folder) { // a relative one is to be ignored, says its standard
		return folder
	}
	if runtime.GOOS == "windows" {
		return variable("AppData")
	}
	if dataFolderID := variable("HOME"); dataFolderID != "" {
		return filepath.Join(dataFolderID, ".config")
	}
	return ""
}
