package sample

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// project is the sample with placeholders where it depends on the options.
//
//go:embed all:project
var project embed.FS

// Options configure a new project.
type Options struct {
	Name     string // in the README; "" is Sample
	Platform string // platformKind; "" is duckdb
	IsEmpty  bool   // only the files that every project has, without nodes
}

// isCommon reports whether a file belongs to an empty project too.
func isCommon(path string) bool {
	return path == "data.yml" || path == "locations.yml" || path == ".gitignore"
}

// Platforms returns the kinds of engines that the sample supports.
func Platforms() []string {
	return []string{enginekind.DuckDB, enginekind.DuckLake, enginekind.Postgres, enginekind.Trino, enginekind.Snowflake}
}

func (o Options) withDefaults() Options {
	if o.Name == "" {
		o.Name = "Sample"
	}
	if o.Platform == "" {
		o.Platform = enginekind.DuckDB
	}
	return o
}

func (o Options) check() error {
	if !slices.Contains(Platforms(), o.Platform) {
		return fault.New(fault.Invalid, "there is no sample for the platform %q", o.Platform).
			WithHint("The platforms are %s.", strings.Join(Platforms(), ", "))
	}
	if strings.ContainsAny(o.Name, "\r\n") {
		return fault.New(fault.Invalid, "the name of a project must be one line")
	}
	return nil
}

// Files returns the files of the sample by their paths, with slashes.
func Files(o Options) (map[string][]byte, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	fill := strings.NewReplacer("%NAME%", o.Name, "%PLATFORM%", o.Platform)
	files := map[string][]byte{}
	err := fs.WalkDir(project, "project", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if o.IsEmpty && !isCommon(ownPath(path)) {
			return nil
		}
		text, err := project.ReadFile(path)
		files[ownPath(path)] = []byte(fill.Replace(string(text)))
		return err
	})
	return files, err
}

// ownPath returns the path of a file in the project. The list of ignored files gets its dot only there, so that it has
// no effect on the folder that contains the sample.
func ownPath(path string) string {
	own := strings.TrimPrefix(path, "project/")
	if own == "gitignore" {
		return ".gitignore"
	}
	return own
}
