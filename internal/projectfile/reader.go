package projectfile

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// reader reads one file: it keeps the findings, and the texts that live on when the file is gone.
type reader struct {
	*readerPool // nil for one that only finds fault

	file  string
	found []diagnostic.Diagnostic
	// isOutdated says that the file has an older form, and that nothing was read from it.
	isOutdated bool

	sources    pieces[transform.ColumnSource]
	references pieces[transform.ColumnRef]
	columns    int // of the node that is read
}

// finding is what a reader has to say, without its place.
type finding struct {
	code    diagnostic.Code
	message string
	hint    string
}

func (r *reader) err(at diagnostic.Position, f finding) { r.add(diagnostic.Error, at, f) }

func (r *reader) warn(at diagnostic.Position, f finding) { r.add(diagnostic.Warning, at, f) }

func (r *reader) add(severity diagnostic.Severity, at diagnostic.Position, f finding) {
	d := diagnostic.Diagnostic{Code: f.code, Severity: severity, Message: f.message, Hint: f.hint}
	r.found = append(r.found, d.At(r.file, at))
}

// about names the node that all findings of the file are about.
func (r *reader) about(n *transform.Node) {
	if len(r.found) == 0 {
		return
	}
	name := n.Ref().String()
	for i := range r.found {
		r.found[i].Node = name
	}
}

// positionOf is where a value stands.
func positionOf(n *yamldoc.Node) diagnostic.Position {
	return diagnostic.Position{Line: n.Line, Column: n.Column}
}

// keyOf is where the key of an entry stands.
func keyOf(n *yamldoc.Node) diagnostic.Position {
	return diagnostic.Position{Line: n.KeyLine, Column: n.KeyColumn}
}

// document reads the YAML of the file. Its root is nil when there is nothing to read in it.
func (r *reader) document(text string) *yamldoc.Document {
	document, err := r.yaml.Read(text)
	if err != nil {
		r.syntax(err)
		return &yamldoc.Document{}
	}
	for _, twice := range document.Duplicates {
		r.warn(diagnostic.Position{Line: twice.Line, Column: twice.Column}, finding{
			code:    diagnostic.DuplicateKey,
			message: fmt.Sprintf("the key %q stands twice, first in line %d", twice.Key, twice.FirstLine),
			hint:    "the last one counts; remove the other",
		})
	}
	if document.Root.Kind != yamldoc.Mapping {
		r.err(positionOf(document.Root), finding{
			code:    diagnostic.YAMLShape,
			message: "the file must be a mapping of keys to values and is " + shapeOf(document.Root),
		})
		document.Root = nil
	}
	return document
}

func (r *reader) syntax(err error) {
	problem, ok := err.(*yamldoc.SyntaxError) //nolint:errorlint // the one error that yamldoc gives, never wrapped
	if !ok {
		problem = &yamldoc.SyntaxError{Line: 1, Column: 1, Message: err.Error()}
	}
	r.err(diagnostic.Position{Line: problem.Line, Column: problem.Column}, finding{
		code:    diagnostic.YAMLSyntax,
		message: "this is not YAML: " + problem.Message,
		hint:    "mend the line, or the one before it; nothing else of the file was read",
	})
}

func (r *reader) notUTF8() {
	r.err(diagnostic.Position{}, finding{
		code:    diagnostic.FileUnreadable,
		message: "the file is not in UTF-8",
		hint:    "save it as UTF-8",
	})
}

// shapeOf reports what a node is, for messages.
func shapeOf(n *yamldoc.Node) string {
	switch {
	case n.IsNull():
		return "empty"
	case n.Kind == yamldoc.Scalar:
		return "a single value"
	default:
		return "a " + n.Kind.String()
	}
}

// wrongShape says that a value is not what it must be.
func (r *reader) wrongShape(n *yamldoc.Node, want string) {
	what := "an item of the list"
	if n.Key != "" {
		what = n.Key
	}
	got := shapeOf(n)
	if n.Kind == yamldoc.Scalar {
		got = fmt.Sprintf("%q", shorten(n.Value))
	}
	r.err(positionOf(n), finding{
		code:    diagnostic.YAMLShape,
		message: fmt.Sprintf("%s must be %s and is %s", what, want, got),
	})
}

func shorten(text string) string {
	line, _, isCut := strings.Cut(text, "\n")
	if runes := []rune(line); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	if isCut {
		return line + "…"
	}
	return line
}

// newReader makes a reader for one file.
func newReader(path string) *reader { return newDesk().reader(path) }

// readerPool is what readers of many files use one after the other.
type readerPool struct {
	words  *words
	yaml   *yamldoc.Reader
	buffer []byte // for the bytes of a file
}

func newDesk() *readerPool { return &readerPool{words: newWords(), yaml: &yamldoc.Reader{}} }

func (d *readerPool) reader(path string) *reader { return &reader{file: path, readerPool: d} }
