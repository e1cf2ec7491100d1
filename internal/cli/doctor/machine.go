package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// Machine is what is looked at on this machine.
type Machine struct {
	Version  string
	Profiles string // path of the file; empty when there is no place for one
	Settings config.Sources
}

// Checks are the checks of the machine.
func (m Machine) Checks() []Finding {
	findings := []Finding{okf("version", "this is millrace %s", m.Version), m.profiles()}
	settings, err := config.Load(m.Settings)
	if err != nil {
		return append(findings, OfError("settings", err))
	}
	findings = append(findings, okf("settings", "the settings are right in form"))
	return append(findings, dataFolder(settings.Data)...)
}

// OfError is a failed check with what the error says to do.
func OfError(check string, err error) Finding {
	finding := failf(check, "%s", err)
	if known, ok := errors.AsType[*fault.Error](err); ok {
		finding.Hint = known.Hint
	}
	return finding
}

func (m Machine) profiles() Finding {
	if m.Profiles == "" {
		return warnf("profiles", "there is no folder for profiles").withHint("Set the environment variable HOME or XDG_CONFIG_HOME.")
	}
	file, err := profile.Open(m.Profiles)
	switch {
	case err != nil:
		return OfError("profiles", err)
	case !file.IsPrivate():
		return warnf("profiles", "others can read %s, which holds access tokens", file.Path()).withHint("Run chmod 600 %s.", file.Path())
	case len(file.Names()) == 0:
		return okf("profiles", "there are none; `millrace login` makes one")
	default:
		return okf("profiles", "%d in %s", len(file.Names()), file.Path())
	}
}

const (
	leastFree  = 1 << 30 // below that many bytes a warehouse in the data folder will soon stop
	privateBit = 0o077
)

// dataFolder looks at the folder in which a server of this machine keeps everything. A machine without one has no server.
func dataFolder(path string) []Finding {
	const check = "data folder"
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{okf(check, "there is none at %s: no server has run here", absolute)}
	case err != nil:
		return []Finding{failf(check, "%s cannot be looked at: %v", absolute, err).withHint("Run as the user that runs the server.")}
	case !info.IsDir():
		return []Finding{failf(check, "%s is not a folder", absolute).withHint("Name another one with --data.")}
	}
	return []Finding{access(absolute, info), space(absolute)}
}

// access looks at who can read the data folder, and whether we can write there.
func access(path string, info fs.FileInfo) Finding {
	const check = "data folder"
	probe, err := os.CreateTemp(path, ".doctor-*")
	if err != nil {
		return failf(check, "%s cannot be written to: %v", path, err).withHint("Run as the user that runs the server, or give that user the folder.")
	}
	_ = errors.Join(probe.Close(), os.Remove(probe.Name())) // it was only to see
	if info.Mode().Perm()&privateBit != 0 {
		return warnf(check, "others can look into %s, which holds the server key", path).withHint("Run chmod 700 %s.", path)
	}
	return okf(check, "%s is private and can be written to", path)
}

func space(path string) Finding {
	const check = "free space"
	free, ok := freeBytes(path)
	switch {
	case !ok:
		return warnf(check, "it is not known how much is free at %s", path)
	case free < leastFree:
		return warnf(check, "only %d MB are free at %s", free>>20, path).withHint("Make room, or move the data folder.")
	default:
		return okf(check, "%d GB are free at %s", free>>30, path)
	}
}
