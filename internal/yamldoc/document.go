package yamldoc

import (
	"fmt"
	"strings"
)

// The limits of a document. They stop a hostile file, not a large one.
const (
	maxSize      = 8 << 20
	maxDepth     = 100
	maxFromAlias = 100_000 // nodes that aliases may add
)

// Document is a text that was read.
type Document struct {
	Root       *Node
	Head, Foot []string // comments at the top of the text and after the last entry; "" is an empty line
	Duplicates []Duplicate

	// IsHeadClose says that no empty line separates the head from the first entry.
	IsHeadClose bool

	// Unkept names what writing the document would lose; "" if nothing.
	Unkept string
}

// Duplicate is a key that occurs twice in a mapping. The last one counts.
type Duplicate struct {
	Key          string
	Line, Column int32 // of the last one
	FirstLine    int32
}

// SyntaxError says why and where a text is not YAML.
type SyntaxError struct {
	Line, Column int32
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Parse parses a text and returns the root of its tree. An empty text is null.
func Parse(text string) (*Node, error) {
	document, err := Read(text)
	if err != nil {
		return nil, err
	}
	return document.Root, nil
}

// Read parses a text and returns the whole document. Its error is a *SyntaxError.
func Read(text string) (*Document, error) { return read(text, &memory{}) }

func read(text string, m *memory) (*Document, error) {
	if len(text) > maxSize {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("the text is larger than %d MB", maxSize>>20)}
	}
	text = withPlainLineEnds(text)
	document, stopped := readFast(text, m)
	if document != nil {
		return document, nil
	}
	return readWithLibrary(text, stopped)
}

// withPlainLineEnds removes a byte order mark and converts the line ends of Windows. Neither changes positions.
func withPlainLineEnds(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// position is a line and a column.
type position struct{ line, column int32 }
