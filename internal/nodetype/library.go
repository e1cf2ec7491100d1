package nodetype

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// libraryFiles contains the node types that every project can use, in the file format of a project's own node types.
//
//go:embed library macros
var libraryFiles embed.FS

// Prelude returns the macros that the templates of the library call, ahead of all other macros. Their names begin with
// mr_, so that macros of a project do not replace them by accident.
func Prelude() string {
	names, err := fs.Glob(libraryFiles, "macros/*.j2")
	if err != nil {
		return "" // a test ensures that this cannot happen
	}
	var text strings.Builder
	for _, name := range names {
		part, err := libraryFiles.ReadFile(name)
		if err != nil {
			return ""
		}
		text.Write(part)
	}
	return text.String()
}

// Library returns the node types that every project can use, by name. They are shared and must not be changed.
func Library() []*transform.NodeType { return library() }

// library parses the types once, because they are constant and every project needs them.
//
//nolint:gochecknoglobals // never changes: it is a parsed constant
var library = sync.OnceValue(func() []*transform.NodeType {
	types, err := readLibrary(libraryFiles)
	if err != nil {
		return nil // a test ensures that this cannot happen
	}
	return types
})

// readLibrary parses the types in the folder library.
func readLibrary(files fs.FS) ([]*transform.NodeType, error) {
	entries, err := fs.ReadDir(files, "library")
	if err != nil {
		return nil, err
	}
	var types []*transform.NodeType
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		t, err := readType(files, path.Join("library", entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("read %s of the library: %w", entry.Name(), err)
		}
		types = append(types, t)
	}
	return types, nil
}

// readType parses the three files of a type. It expects complete definitions; package projectfile reads those of
// projects.
func readType(files fs.FS, folder string) (*transform.NodeType, error) {
	text, err := fs.ReadFile(files, path.Join(folder, "definition.yml"))
	if err != nil {
		return nil, err
	}
	root, err := yamldoc.Parse(string(text))
	if err != nil {
		return nil, err
	}
	version, _ := root.Get("fileVersion").Int()
	t := &transform.NodeType{
		ID:         transform.NodeTypeID(value(root, "id")),
		Name:       value(root, "name"),
		Version:    int(version),
		SpecText:   value(root.Get("metadata"), "nodeMetadataSpec"),
		IsBuiltIn:  true,
		File:       path.Join(folder, "definition.yml"),
		CreateFile: path.Join(folder, "create.sql.j2"),
		RunFile:    path.Join(folder, "run.sql.j2"),
	}
	t.Spec, _ = ParseSpec(t.SpecText)
	if t.Create, err = template(files, t.CreateFile); err != nil {
		return nil, err
	}
	t.Run, err = template(files, t.RunFile)
	return t, err
}

func template(files fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(files, name)
	return string(text), err
}

// value returns the text of a key, or "" if there is none.
func value(n *yamldoc.Node, key string) string {
	if entry := n.Get(key); entry != nil {
		return entry.Value
	}
	return ""
}
