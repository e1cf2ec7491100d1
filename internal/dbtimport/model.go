package dbtimport

import (
	"fmt"
	"path"
	"strings"
)

// readModels finds the models of a package.
func (x *conversion) readModels(p *dbtPackage) error {
	for _, folder := range p.settings.paths("model-paths", "source-paths", "models") {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := x.readModelFile(p, folder, file); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *conversion) readModelFile(p *dbtPackage, folder, file string) error {
	switch path.Ext(file) {
	case ".sql", ".py":
		content, ok, err := p.read(file, maxText)
		if err != nil || !ok {
			return err
		}
		r := &resource{kind: modelKind, pkg: p, name: stem(file), file: p.shown(file), line: 1, text: plainLines(content), python: path.Ext(file) == ".py"}
		r.config = config{}
		x.treeConfig(r, "models", folder, file)
		x.addResource(r)
	case ".yml", ".yaml":
		return x.readProperties(p, file)
	case ".md":
		return x.readDocs(p, file)
	}
	return nil
}

// treeConfig adds the settings of dbt_project.yml: those of the package, then those of the project for the package.
func (x *conversion) treeConfig(r *resource, key, folder, file string) {
	within := strings.TrimPrefix(strings.TrimSuffix(file, path.Ext(file)), path.Clean(folder)+"/")
	names := append([]string{r.pkg.name}, strings.Split(within, "/")...)
	root := x.packages[0]
	if !r.pkg.isRoot {
		x.fillTree(r.config, origin{r.pkg.shown(settingsFile), r.pkg}, r.pkg.settings.root.Get(key), names)
	}
	x.fillTree(r.config, origin{settingsFile, root}, root.settings.root.Get(key), names)
}

// addResource adds a resource; of two with one name the first counts.
func (x *conversion) addResource(r *resource) {
	if x.byName[r.pkg] == nil {
		x.byName[r.pkg] = map[string]*resource{}
	}
	if other := x.byName[r.pkg][r.name]; other != nil {
		x.report.add(Entry{
			File: r.file, Line: r.line, Action: Left, Message: fmt.Sprintf("%s has the same name as %s", r.name, other.file),
			Hint: "Rename one of them.",
		})
		return
	}
	x.byName[r.pkg][r.name] = r
	x.resources = append(x.resources, r)
}

// readConfigCalls evaluates the config() calls of a text and returns the edits that remove them.
func (x *conversion) readConfigCalls(r *resource) []edit {
	var edits []edit
	for _, p := range pieces(r.text) {
		for _, n := range names(r.text, p.code) {
			if len(n.parts) != 1 || n.parts[0] != "config" || n.call == nil {
				continue
			}
			at := lineOf(r.text, n.start) + r.line - 1
			values, err := r.pkg.evaluator.config(span{n.start, n.call.end}.of(r.text))
			if err != nil {
				r.problems = append(r.problems, problem{at, fmt.Sprintf("has a config that cannot be evaluated: %v", err), "Set the options of the node by hand."})
			}
			for _, key := range sortedKeys(values) {
				r.config.put(key, setting{value: values[key], file: r.file, line: at})
			}
			edits = append(edits, edit{p.span, strings.Repeat("\n", strings.Count(p.of(r.text), "\n"))})
		}
	}
	return edits
}
