package projectfile

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// reader reads one file. It collects the findings and copies the texts that are kept after the file is released.
type reader struct {
	*readerPool // nil for a reader that only collects findings

	file  string
	found []diagnostic.Diagnostic
	// isOutdated says that the file has an older format that is not read.
	isOutdated bool

	sources    pieces[transform.ColumnSource]
	references pieces[transform.ColumnRef]
	columns    int // of the current node
}

// finding is a diagnostic without its position.
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

// about sets the node of all findings of the file.
func (r *reader) about(n *transform.Node) {
	if len(r.found) == 0 {
		return
	}
	name := n.Ref().String()
	for i := range r.found {
		r.found[i].Node = name
	}
}

// positionOf returns the position of a value.
func positionOf(n *yamldoc.Node) diagnostic.Position {
	return diagnostic.Position{Line: n.Line, Column: n.Column}
}

// keyOf returns the position of the key of an entry.
func keyOf(n *yamldoc.Node) diagnostic.Position {
	return diagnostic.Position{Line: n.KeyLine, Column: n.KeyColumn}
}

// document parses the YAML of the file. Its root is nil if it has no content.
func (r *reader) document(text string) *yamldoc.Document {
	document, err := r.yaml.Read(text)
	if err != nil {
		r.syntax(err)
		return &yamldoc.Document{}
	}
	for _, twice := range document.Duplicates {
		r.warn(diagnostic.Position{Line: twice.Line, Column: twice.Column}, finding{
			code:    diagnostic.DuplicateKey,
			message: fmt.Sprintf("the key %q occurs twice, first in line %d", twice.Key, twice.FirstLine),
			hint:    "remove one of them; the last one takes precedence",
		})
	}
	if document.Root.Kind != yamldoc.Mapping {
		r.err(positionOf(document.Root), finding{
			code:    diagnostic.YAMLShape,
			message: "the file must be a mapping of keys to values but is " + shapeOf(document.Root),
		})
		document.Root = nil
	}
	return document
}

func (r *reader) syntax(err error) {
	problem, ok := err.(*yamldoc.SyntaxError) //nolint:errorlint // the only error of yamldoc, never wrapped
	if !ok {
		problem = &yamldoc.SyntaxError{Line: 1, Column: 1, Message: err.Error()}
	}
	r.err(diagnostic.Position{Line: problem.Line, Column: problem.Column}, finding{
		code:    diagnostic.YAMLSyntax,
		message: "this is not YAML: " + problem.Message,
		hint:    "fix this line or the one before it; until then the file is ignored",
	})
}

func (r *reader) notUTF8() {
	r.err(diagnostic.Position{}, finding{
		code:    diagnostic.FileUnreadable,
		message: "the file is not in UTF-8",
		hint:    "save it as UTF-8",
	})
}

// shapeOf describes the kind of a node, for messages.
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

// wrongShape reports a value of the wrong kind.
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
		message: fmt.Sprintf("%s must be %s but is %s", what, want, got),
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

// newReader returns a reader for one file.
func newReader(path string) *reader { return newReaderPool().reader(path) }

// readerPool contains the buffers that the readers of many files share, one after the other.
type readerPool struct {
	words  *words
	yaml   *yamldoc.Reader
	sql    sqltext.Reader
	buffer []byte // for the bytes of a file
}

func newReaderPool() *readerPool { return &readerPool{words: newWords(), yaml: &yamldoc.Reader{}} }

func (d *readerPool) reader(path string) *reader { return &reader{file: path, readerPool: d} }
