package projectfile

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// Format converts a file to the form that this program writes: YAML in canonical form; a SQL node with \n line ends, no
// white space at the ends of lines and one line end at the end. It does not change the tokens of a query, templates, or
// files that are not part of a project.
//
// If formatting would lose something, such as a comment, Format returns an error.
func Format(file string, content []byte) (formatted []byte, isChanged bool, err error) {
	formatted = content
	switch {
	case isNodeFile(file) && isSQLNode(file):
		formatted, err = formatSQL(content)
	case isYAMLFile(file):
		formatted, err = formatYAML(file, content)
	}
	if err != nil {
		return content, false, err
	}
	return formatted, !bytes.Equal(formatted, content), nil
}

// FormatFile reads and formats a file of a project, within the limits of reading a project, and gives a node without an id
// a new one; a nil newID adds none. It does not read files that Format ignores; for these, and for files that are
// formatted already, formatted is nil.
func FormatFile(fsys fs.FS, file string, newID func() transform.NodeID) (formatted []byte, isChanged bool, err error) {
	if !isFormatted(file) {
		return nil, false, nil
	}
	content, err := source{fsys, Options{}.withDefaults().MaxFileSize}.readNamed(file)
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Conflict, "cannot read the file").WithHint("The file is unchanged.")
	}
	formatted, isChanged, err = Format(file, content)
	if err == nil && newID != nil {
		var isAdded bool
		formatted, isAdded, err = AddID(file, formatted, newID)
		isChanged = isChanged || isAdded
	}
	if err != nil || !isChanged {
		return nil, false, err
	}
	return formatted, true, nil
}

// isFormatted reports whether Format handles a file of this path.
func isFormatted(file string) bool { return isNodeFile(file) && isSQLNode(file) || isYAMLFile(file) }

func isNodeFile(file string) bool { return strings.HasPrefix(path.Clean(file), nodesFolder+"/") }

// isYAMLFile reports whether a file of this path is YAML of a project.
func isYAMLFile(file string) bool {
	file = path.Clean(file)
	if path.Ext(file) != yamlExtension {
		return false
	}
	folder, _, isBelow := strings.Cut(file, "/")
	if !isBelow {
		return file == manifestFile || file == locationsFile || file == workspaceFile || file == oldWorkspacesFile
	}
	return isRootFolder(folder)
}

func formatYAML(file string, content []byte) ([]byte, error) {
	document, err := yamldoc.Read(string(content))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "the file is not YAML").WithHint("Fix it first.")
	}
	if len(document.Duplicates) > 0 {
		twice := document.Duplicates[0]
		return nil, fault.New(fault.Invalid, "the key %q occurs twice, in lines %d and %d", twice.Key, twice.FirstLine, twice.Line).
			WithHint("Remove one of them first.")
	}
	if document.Unkept != "" {
		return nil, fault.New(fault.Unsupported, "the file has %s, which would be lost", document.Unkept).
			WithHint("The file is unchanged. Write it in plain block YAML, then format it.")
	}
	quoteIDs(file, document.Root)
	return checkedSame(document)
}

// checkedSame writes a document and checks that its meaning is unchanged.
func checkedSame(document *yamldoc.Document) ([]byte, error) {
	formatted := document.Bytes()
	again, err := yamldoc.Read(string(formatted))
	if err == nil && !again.Equal(document) {
		err = errors.New("its meaning would change")
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "cannot format the file").
			WithHint("The file is unchanged. Please report this.")
	}
	return formatted, nil
}

// formatSQL trims the white space between tokens. Quoted texts and names, and Jinja, stay unchanged.
func formatSQL(content []byte) ([]byte, error) {
	text := strings.TrimPrefix(string(content), "\ufeff")
	if !utf8.ValidString(text) {
		return nil, fault.New(fault.Invalid, "the file is not in UTF-8").WithHint("Save it as UTF-8 first.")
	}
	var b strings.Builder
	b.Grow(len(text) + 1)
	for _, token := range sqltext.Tokens(text) {
		piece := token.Of(text)
		switch token.Kind {
		case sqltext.Space:
			piece = trimLines(piece)
		case sqltext.LineComment:
			piece = strings.TrimRight(piece, " \t\r")
		case sqltext.BlockComment:
			piece = trimLines(piece)
		default:
		}
		b.WriteString(piece)
	}
	return []byte(strings.TrimRight(b.String(), " \t\r\n") + "\n"), nil
}

// trimLines removes the white space before every line end.
func trimLines(text string) string {
	if strings.IndexByte(text, '\n') < 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range len(lines) - 1 {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return strings.Join(lines, "\n")
}
