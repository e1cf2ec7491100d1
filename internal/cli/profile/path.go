package profile

import (
	"path/filepath"
	"runtime"
)

// Path returns the path of the profiles from the environment variables of a user; empty if they do not define it.
func Path(variable func(name string) string) string {
	folder := configFolder(variable)
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "millrace", "profiles.toml")
}

func configFolder(variable func(name string) string) string {
	if folder := variable("XDG_CONFIG_HOME"); filepath.IsAbs(folder) { // the standard says to ignore a relative path
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
