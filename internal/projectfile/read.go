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
	raw, err := r.bytes(f.source(), t.path)
	if n := f.seen(t.path, raw, err); n != nil {
		return part{value: n}
	}
	content, ok := r.checked(raw, err)
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
	raw, err := r.bytes(f.source(), r.file)
	f.seen(r.file, raw, err)
	definition, ok := r.checked(raw, err)
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
	f.seen(file, content, err)
	text, ok := in.checked(content, err)
	if ok && !utf8.ValidString(text) {
		in.notUTF8()
	}
	r.found = append(r.found, in.found...)
	return strings.TrimPrefix(text, "\ufeff")
}

// bytes reads a file. The next file overwrites the content.
func (r *reader) bytes(from source, file string) ([]byte, error) {
	content, err := from.read(file, r.buffer[:0])
	if cap(content) > cap(r.buffer) {
		r.buffer = content
	}
	return content, err
}

// checked returns the content of a file as a text, and reports an error if the file could not be read.
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
