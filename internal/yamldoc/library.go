package yamldoc

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// readWithLibrary parses any YAML. stopped is the position where the fast reader stopped, often that of an error.
func readWithLibrary(text string, stopped position) (*Document, error) {
	root, err := decode(text)
	if err != nil {
		// The library takes a tab at the beginning of a block for indentation, unless the block states its indentation.
		if stated := withStatedIndents(text); len(stated) > len(text) {
			root, err = decode(stated)
		}
	}
	if err != nil {
		return nil, syntaxError(text, err, stopped)
	}
	c := &converter{text: text, document: &Document{}}
	if root.Kind != yaml.DocumentNode || len(root.Content) == 0 {
		c.document.Root = &Node{Line: 1, Column: 1}
	} else if c.document.Root, err = c.convert(root.Content[0], 0); err != nil {
		return nil, err
	}
	c.finish(root)
	return c.document, nil
}

// decode parses the only document of a text. The library panics on some inputs, which decode converts to an error.
func decode(text string) (root *yaml.Node, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("yaml: %v", cause)
		}
	}()
	root = &yaml.Node{}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(root); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var second yaml.Node
	switch err := decoder.Decode(&second); {
	case errors.Is(err, io.EOF):
		return root, nil
	case err != nil:
		return nil, err
	default:
		return nil, fmt.Errorf("yaml: line %d: a second document begins; a file must contain one", second.Line)
	}
}

// syntaxError extracts the position from a message of the library.
func syntaxError(text string, err error, stopped position) *SyntaxError {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := int32(0)
	if found := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(message); found != nil {
		number, _ := strconv.ParseInt(found[1], 10, 32)
		line, message = int32(number), message[len(found[0]):]
	}
	at := position{max(line, 1), 1}
	if line == 0 || stopped.line-line >= -1 && stopped.line-line <= 1 {
		at = stopped // the library is often one line off, and reports no column
	}
	if hasTabIndent(text, at.line) {
		message = "a tab in the indentation; indent with spaces"
	}
	return &SyntaxError{Line: at.line, Column: at.column, Message: message}
}

// hasTabIndent reports whether a line begins with spaces and a tab.
func hasTabIndent(text string, line int32) bool {
	for range line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return strings.HasPrefix(strings.TrimLeft(text, " "), "\t")
}
