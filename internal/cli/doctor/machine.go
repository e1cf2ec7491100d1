package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
)

// Machine describes what to check on this machine.
type Machine struct {
	Version  string
	Profiles string // path of the file; empty if there is no folder for it
	Settings config.Sources
	// FreeSpace returns the free bytes on the disk of a folder, and false if that is unknown; nil asks the system.
	FreeSpace func(path string) (uint64, bool)
}

// Checks returns the findings about the machine.
func (m Machine) Checks(ctx context.Context) []Finding {
	findings := []Finding{okf("version", "this is millrace %s", m.Version), m.profiles()}
	settings, err := config.Load(m.Settings)
	if err != nil {
		return append(findings, OfError("settings", err))
	}
	findings = append(findings, okf("settings", "configuration is valid"))
	findings = append(findings, m.mail(ctx, settings))
	return append(findings, m.dataFolder(settings.Data)...)
}

// OfError is a failed check with the message and the hint of an error.
func OfError(check string, err error) Finding {
	finding := failf(check, "%s", err)
	if known, ok := errors.AsType[*fault.Error](err); ok {
		finding.Hint = known.Hint
	}
	return finding
}

func (m Machine) profiles() Finding {
	if m.Profiles == "" {
		return warnf("profiles", "no folder for profiles").withHint("Set the environment variable HOME or XDG_CONFIG_HOME.")
	}
	file, err := profile.Open(m.Profiles)
	switch {
	case err != nil:
		return OfError("profiles", err)
	case !file.IsPrivate():
		return warnf("profiles", "other users can read %s, which contains access tokens", file.Path()).withHint("Run chmod 600 %s.", file.Path())
	case len(file.Names()) == 0:
		return okf("profiles", "there are none; create one with `millrace login`")
	default:
		return okf("profiles", "%d in %s", len(file.Names()), file.Path())
	}
}

const (
	fullBelow  = 2 * diskspace.ReserveSize // the server cannot take its reserve below this
	leastFree  = 1 << 30                   // with fewer free bytes, a database in the data folder soon fails
	privateBit = 0o077
)

// dataFolder checks the data folder of a server on this machine. Without one the machine has no server.
func (m Machine) dataFolder(path string) []Finding {
	const check = "data folder"
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{okf(check, "%s does not exist: no server has run here", absolute)}
	case err != nil:
		return []Finding{failf(check, "cannot read %s: %v", absolute, err).withHint("Run as the user that runs the server.")}
	case !info.IsDir():
		return []Finding{failf(check, "%s is not a folder", absolute).withHint("Pass another folder with --data.")}
	}
	return []Finding{access(absolute, info), m.space(absolute)}
}

// access checks who can read the data folder, and whether this program can write to it.
func access(path string, info fs.FileInfo) Finding {
	const check = "data folder"
	probe, err := os.CreateTemp(path, ".doctor-*")
	if err != nil {
		return failf(check, "cannot write to %s: %v", path, err).withHint("Run as the user that runs the server, or change the owner of the folder.")
	}
	_ = errors.Join(probe.Close(), os.Remove(probe.Name())) // remove the probe; errors do not matter
	if info.Mode().Perm()&privateBit != 0 {
		return warnf(check, "other users can read %s, which contains the server key", path).withHint("Run chmod 700 %s.", path)
	}
	return okf(check, "%s is private and writable", path)
}

// space checks how much the disk of the data folder can still take.
func (m Machine) space(path string) Finding {
	const check = "free space"
	measure := m.FreeSpace
	if measure == nil {
		measure = diskspace.Free
	}
	free, ok := measure(path)
	switch {
	case !ok:
		return warnf(check, "cannot determine the free space at %s", path).withHint("Check it with the tools of the system.")
	case free < fullBelow:
		return failf(check, "the disk of %s is full: %d MB are free", path, free>>20).
			withHint("Free space on it. The server accepts no new work until %d MB are free.", fullBelow>>20)
	case free < leastFree:
		return warnf(check, "only %d MB are free at %s", free>>20, path).withHint("Free some space, or move the data folder.")
	default:
		return okf(check, "%d GB are free at %s", free>>30, path)
	}
}
