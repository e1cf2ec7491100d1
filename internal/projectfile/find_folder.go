package projectfile

import (
	"path"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
)

// nodes reads the folder of nodes and its subfolders.
func (f *finder) nodes(folder string, depth int) {
	if depth > f.options.MaxDepth {
		f.unreadable(folder, "the folders are nested too deeply")
		return
	}
	for _, entry := range f.list(folder) {
		file := path.Join(folder, entry.Name())
		extension := path.Ext(file)
		switch {
		case isLink(entry):
			f.rejectLink(file)
		case entry.IsDir():
			f.nodes(file, depth+1)
		case extension == yamlExtension || extension == sqlExtension:
			f.file(entry, task{kind: nodeKind, path: file})
		default:
			f.unexpected(file, hintFor(entry.Name()))
		}
	}
}

// nodeTypes reads a folder whose folders are node types.
func (f *finder) nodeTypes(folder, alias string) {
	for _, entry := range f.list(folder) {
		file := path.Join(folder, entry.Name())
		switch {
		case isLink(entry):
			f.rejectLink(file)
		case entry.IsDir():
			f.nodeType(task{kind: nodeTypeKind, path: file, alias: alias})
		default:
			f.unexpected(file, "a node type must be a folder with "+definitionFile)
		}
	}
}

func (f *finder) nodeType(t task) {
	names := []string{definitionFile, createFile, runFile}
	hasDefinition := false
	for _, entry := range f.list(t.path) {
		file := path.Join(t.path, entry.Name())
		switch {
		case isLink(entry):
			f.rejectLink(file)
			return
		case entry.IsDir() || !slices.Contains(names, entry.Name()):
			f.unexpected(file, "")
		case !f.isFile(entry, file):
			return
		case entry.Name() == definitionFile:
			hasDefinition = true
		}
	}
	if !hasDefinition {
		f.at(t.path).err(diagnostic.Position{}, finding{
			code:    diagnostic.FileUnreadable,
			message: "the folder of a node type has no " + definitionFile,
			hint:    "add the file, or remove the folder",
		})
		return
	}
	f.tasks = append(f.tasks, t)
}

// packages reads the files of packages and the folder with the contents of each.
func (f *finder) packages(folder string) {
	for _, entry := range f.list(folder) {
		file := path.Join(folder, entry.Name())
		switch {
		case isLink(entry):
			f.rejectLink(file)
		case entry.IsDir():
			f.packageContents(file)
		case path.Ext(file) == yamlExtension:
			f.file(entry, task{kind: packageKind, path: file, alias: stemOf(file)})
		default:
			f.unexpected(file, hintFor(entry.Name()))
		}
	}
}

// packageContents reads the node types and macros of a package. Other entries of its folder are ignored.
func (f *finder) packageContents(folder string) {
	alias := path.Base(folder)
	f.aliases = append(f.aliases, alias)
	for _, entry := range f.list(folder) {
		inner := path.Join(folder, entry.Name())
		switch {
		case isLink(entry):
			f.rejectLink(inner)
		case entry.IsDir() && entry.Name() == nodeTypesFolder:
			f.nodeTypes(inner, alias)
		case entry.IsDir() && entry.Name() == macrosFolder:
			f.flat(inner, task{kind: macroKind, alias: alias})
		}
	}
}
