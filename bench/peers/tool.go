package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The steps, in the order in which every tool takes them.
const (
	stepCompile = "compile, no cache"
	stepBuild   = "build all from empty"
	stepAgain   = "build again, nothing changed"
	stepEdited  = "build after one edited model"
)

func steps() []string { return []string{stepCompile, stepBuild, stepAgain, stepEdited} }

// tool is a program that builds projects.
type tool struct {
	name        string
	program     string // its file
	version     string
	findVersion func(context.Context) (string, error)

	// settings are the files of a project that are not models, by path.
	settings map[string]string
	// path and content are the file of a model. The number counts the models.
	path    func(m model) string
	content func(number int, m model) string
	// leftovers are what builds leave in a project; without them, the next build starts from empty.
	leftovers []string
	// arguments returns the arguments for a step. The program runs in the folder of the project.
	arguments func(step string) []string
	// afterBuild prepares a project for the steps after the first build; nil if there is nothing to do.
	afterBuild  func(folder string) error
	environment []string
}

// write writes a project to a folder.
func (t *tool) write(folder string, models []model) error {
	for path, content := range t.settings {
		if err := put(filepath.Join(folder, path), content); err != nil {
			return err
		}
	}
	for number, m := range models {
		if err := t.writeModel(folder, number, m); err != nil {
			return err
		}
	}
	return nil
}

func (t *tool) writeModel(folder string, number int, m model) error {
	return put(filepath.Join(folder, t.path(m)), t.content(number, m))
}

func put(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o600) //nolint:gosec // in a folder that we created
}

// forget removes what builds left in a project.
func (t *tool) forget(folder string) error {
	for _, name := range t.leftovers {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// pythonVersions returns a function that asks a Python environment for the versions of packages.
func pythonVersions(environment string, packages ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		script := "import importlib.metadata as m\n" +
			fmt.Sprintf("print(', '.join(p + ' ' + m.version(p) for p in '%s'.split()))", strings.Join(packages, " "))
		out, err := exec.CommandContext(ctx, filepath.Join(environment, "bin", "python"), "-c", script).Output() //nolint:gosec // of the caller's folder
		return strings.TrimSpace(string(out)), err
	}
}
