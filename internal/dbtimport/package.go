package dbtimport

import (
	"io/fs"
	"maps"
	"path"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/yamldoc"
)

// dbtPackage is the project itself or an installed package.
type dbtPackage struct {
	folder

	settings  *settings
	name      string
	isRoot    bool
	variables map[string]any
	evaluator *evaluator
	macros    map[string]*macro // by name
	docs      map[string]string // doc blocks by name
}

// packagesFolder returns the folder in which dbt installs packages.
func packagesFolder(s *settings) string {
	for _, key := range []string{"packages-install-path", "modules-path"} {
		if given := text(s.root.Get(key)); given != "" {
			return path.Clean(given)
		}
	}
	return "dbt_packages"
}

// openPackages reads the settings of the project and of its installed packages, the project first.
func (x *conversion) openPackages(fsys fs.FS) error {
	root := &dbtPackage{folder: folder{fsys: fsys, report: x.report, count: new(int), total: new(int64)}, isRoot: true}
	var err error
	if root.settings, err = readSettings(root.folder); err != nil {
		return err
	}
	root.name = root.settings.name
	x.packages = []*dbtPackage{root}
	x.report.Project = root.name
	installed := packagesFolder(root.settings)
	if err := x.openInstalled(root, installed); err != nil {
		return err
	}
	x.setVariables()
	return x.checkInstalled(root, installed)
}

// openInstalled opens the folders of installed packages.
func (x *conversion) openInstalled(root *dbtPackage, installed string) error {
	if !fs.ValidPath(installed) {
		return nil
	}
	if isLink, err := root.isLinked(installed); err != nil || isLink {
		return err
	}
	entries, err := fs.ReadDir(root.fsys, installed)
	if err != nil {
		return nil //nolint:nilerr // nothing is installed
	}
	for _, entry := range entries {
		within := path.Join(installed, entry.Name())
		if entry.Type()&fs.ModeSymlink != 0 {
			root.leftLink(within)
			continue
		}
		if !entry.IsDir() {
			continue
		}
		sub, err := fs.Sub(root.fsys, within)
		if err != nil {
			return fault.Wrap(err, fault.Unavailable, "cannot read %s", within)
		}
		p := &dbtPackage{folder: folder{fsys: sub, prefix: within + "/", report: x.report, count: root.count, total: root.total}}
		if p.settings, err = readSettings(p.folder); err != nil {
			x.report.add(Entry{File: within, Action: Left, Message: err.Error(), Hint: "Run `dbt deps` and import again."})
			continue
		}
		p.name = p.settings.name
		x.packages = append(x.packages, p)
	}
	return nil
}

// setVariables computes the variables of each package: its own, then those of the project for all, then those of the
// project for this package.
func (x *conversion) setVariables() {
	root := x.packages[0]
	given := mapping(root.settings.root.Get("vars"))
	for _, p := range x.packages {
		p.variables = map[string]any{}
		own := mapping(p.settings.root.Get("vars"))
		if !p.isRoot {
			x.addVariables(p.variables, own)
			if inner, ok := own[p.name].(map[string]any); ok {
				maps.Copy(p.variables, inner)
			}
		}
		x.addVariables(p.variables, given)
		if inner, ok := given[p.name].(map[string]any); ok {
			maps.Copy(p.variables, inner)
		}
		p.evaluator = newEvaluator(x.target(), p.variables)
	}
}

// addVariables copies variables without those of single packages.
func (x *conversion) addVariables(to, from map[string]any) {
	for key, value := range from {
		if _, isMapping := value.(map[string]any); isMapping && x.packageNamed(key) != nil {
			continue
		}
		to[key] = value
	}
}

// mapping returns a YAML mapping as Go values.
func mapping(n *yamldoc.Node) map[string]any {
	values, _ := n.Any().(map[string]any)
	return values
}

func (x *conversion) packageNamed(name string) *dbtPackage {
	for _, p := range x.packages {
		if p.name == name {
			return p
		}
	}
	return nil
}

// checkInstalled reports packages that are asked for while none is installed.
func (x *conversion) checkInstalled(root *dbtPackage, installed string) error {
	for _, file := range []string{"packages.yml", "dependencies.yml"} {
		asked, err := readYAML(root.folder, file)
		if err != nil {
			return err
		}
		for _, one := range items(asked.Get("packages")) {
			x.checkPackage(root, file, one, installed)
		}
	}
	return nil
}

// checkPackage reports a package that is not installed. The name of a package is in its own settings, so only the last part
// of what the file says is compared with the folders.
func (x *conversion) checkPackage(root *dbtPackage, file string, asked *yamldoc.Node, installed string) {
	for _, key := range []string{"package", "git", "local", "tarball"} {
		given := text(asked.Get(key))
		if given == "" {
			continue
		}
		want := stem(given)
		if key == "package" {
			want = path.Base(given)
		}
		for _, p := range x.packages[1:] {
			if p.name == want || path.Base(path.Clean(p.prefix)) == want || key == "git" || key == "tarball" {
				return
			}
		}
		x.report.add(Entry{
			File: root.shown(file), Line: line(asked), Action: Left, Message: "the package " + given + " is not in " + installed,
			Hint: "Run `dbt deps` in the dbt project and import again.",
		})
		return
	}
}
