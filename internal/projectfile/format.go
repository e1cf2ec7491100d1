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
	"github.com/millrace/millrace/internal/yamldoc"
)

// Format brings a file into the one form that this program writes: YAML in canonical form; a SQL node with plain line
// ends, no white space at the ends of lines and one line end at the end. It touches neither the words of a query nor a
// template nor a file that is no part of a project.
//
// A file that would lose something, such as a comment, is an error and stays as it is.
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

// FormatFile reads a file of a project and formats it, within the limits of reading a project. A file that Format leaves
// alone is not read; for that one, and for one that has its form already, formatted is nil.
func FormatFile(fsys fs.FS, file string) (formatted []byte, isChanged bool, err error) {
	if !isFormatted(file) {
		return nil, false, nil
	}
	content, err := source{fsys, Options{}.withDefaults().MaxFileSize}.readNamed(file)
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Conflict, "the file cannot be read").WithHint("It stays as it is.")
	}
	formatted, isChanged, err = Format(file, content)
	if err != nil || !isChanged {
		return nil, false, err
	}
	return formatted, true, nil
}

// isFormatted reports whether a file in this place has a form.
func isFormatted(file string) bool { return isNodeFile(file) && isSQLNode(file) || isYAMLFile(file) }

func isNodeFile(file string) bool { return strings.HasPrefix(path.Clean(file), nodesFolder+"/") }

// isYAMLFile reports whether a file in this place is YAML of a project.
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
		return nil, fault.Wrap(err, fault.Invalid, "the file is not YAML").WithHint("Mend it first.")
	}
	if len(document.Duplicates) > 0 {
		twice := document.Duplicates[0]
		return nil, fault.New(fault.Invalid, "the key %q stands twice, in lines %d and %d", twice.Key, twice.FirstLine, twice.Line).
			WithHint("Remove one of them first.")
	}
	if document.Unkept != "" {
		return nil, fault.New(fault.Unsupported, "the file has %s, which would be lost", document.Unkept).
			WithHint("It stays as it is. Write it in plain block YAML to have it formatted.")
	}
	quoteIDs(file, document.Root)
	return checkedSame(document)
}

// checkedSame writes a document and makes sure that it says the same as before.
func checkedSame(document *yamldoc.Document) ([]byte, error) {
	formatted := document.Bytes()
	again, err := yamldoc.Read(string(formatted))
	if err == nil && !again.Equal(document) {
		err = errors.New("it would say something else")
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the file cannot be formatted").
			WithHint("It stays as it is. Please report this.")
	}
	return formatted, nil
}

// formatSQL cleans up the white space between tokens. Texts and names in quotes, and Jinja, are left as they are.
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

// trimLines takes away the white space before every line end.
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
