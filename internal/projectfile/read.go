package projectfile

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// Read reads a project. It always returns one, with everything that it could parse, and the findings about its files.
func Read(fsys fs.FS, o Options) (*transform.Project, []diagnostic.Diagnostic) {
	o = o.withDefaults()
	f := &finder{fsys: fsys, options: o}
	f.find()
	parts := readAllTasks(f)
	a := &assembly{project: &transform.Project{}, found: f.found, workers: o.Workers}
	a.contained(f.aliases)
	for i := range parts {
		a.add(f.tasks[i], parts[i])
	}
	a.finish()
	return a.project, diagnostic.Sort(a.found)
}

// part is the result of a task.
type part struct {
	value any // a transform value; nil if there is none
	found []diagnostic.Diagnostic
}

// readAllTasks reads every file, several at once. Results are stored by task, so the order of completion does not
// matter.
func readAllTasks(f *finder) []part {
	parts := make([]part, len(f.tasks))
	spread(f.options.Workers, len(parts), func(next func() (int, bool)) {
		own := newReaderPool()
		for i, ok := next(); ok; i, ok = next() {
			parts[i] = f.read(f.tasks[i], own)
		}
	})
	return parts
}

// read reads the file of a task. It does not change the finder.
func (f *finder) read(t task, at *readerPool) part {
	r := at.reader(t.path)
	if t.kind == nodeTypeKind {
		return f.readNodeType(r, t)
	}
	content, ok := r.content(f.source(), t.path)
	if !ok {
		return part{found: r.found}
	}
	value := r.value(t.kind, content)
	if r.isOutdated {
		return part{found: r.found}
	}
	if n, ok := value.(*transform.Node); ok {
		r.found = append(r.found, ReadSeed(f.fsys, n, f.options)...)
	}
	return part{value, r.found}
}

// value reads a file by its kind.
func (r *reader) value(of kind, content string) any {
	switch of {
	case manifestKind:
		return r.manifest(content)
	case locationsKind:
		return r.locations(content)
	case workspaceKind:
		return r.workspaces(content)
	case environmentKind:
		return r.environment(content)
	case jobKind:
		return r.job(content)
	case subgraphKind:
		return r.subgraph(content)
	case macroKind:
		return r.macro(content)
	case packageKind:
		return r.pack(content)
	default:
		return r.node(content)
	}
}

func (f *finder) readNodeType(r *reader, t task) part {
	r.file = path.Join(t.path, definitionFile)
	definition, ok := r.content(f.source(), r.file)
	if !ok {
		return part{found: r.found}
	}
	files := NodeTypeFiles{Folder: t.path, Alias: t.alias, Definition: definition}
	files.Create = f.template(r, path.Join(t.path, createFile))
	files.Run = f.template(r, path.Join(t.path, runFile))
	return part{r.nodeType(files), r.found}
}

// template reads a template; a missing one is empty.
func (f *finder) template(r *reader, file string) string {
	in := &reader{file: file}
	content, err := f.source().read(file, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	text, ok := in.checked(content, err)
	if ok && !utf8.ValidString(text) {
		in.notUTF8()
	}
	r.found = append(r.found, in.found...)
	return strings.TrimPrefix(text, "\ufeff")
}

// content reads a file and reports an error if it cannot.
func (r *reader) content(from source, file string) (string, bool) {
	content, err := from.read(file, r.buffer[:0])
	if cap(content) > cap(r.buffer) {
		r.buffer = content
	}
	return r.checked(content, err)
}

func (r *reader) checked(content []byte, err error) (string, bool) {
	switch {
	case errors.Is(err, errTooLarge):
		r.err(diagnostic.Position{}, finding{
			code:    diagnostic.FileTooLarge,
			message: err.Error(),
			hint:    "split the file, or keep data out of the repository; until then it is skipped",
		})
	case err != nil:
		r.err(diagnostic.Position{}, finding{code: diagnostic.FileUnreadable, message: "this cannot be read: " + err.Error()})
	case bytes.IndexByte(content, 0) >= 0:
		r.err(diagnostic.Position{}, finding{
			code:    diagnostic.FileUnreadable,
			message: "this is not a text file",
			hint:    "save it as text in UTF-8",
		})
	default:
		return string(content), true
	}
	return "", false
}
