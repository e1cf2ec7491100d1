package projectfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// seedType is the name of the node type whose rows are in the repository.
const seedType = "seed"

// ReadSeed reads the rows of a node whose option file names a CSV of the project. Another type than Seed may use an
// option of that name for another purpose, so ReadSeed reports nothing for it.
func ReadSeed(fsys fs.FS, n *transform.Node, o Options) []diagnostic.Diagnostic {
	file, _ := n.Config["file"].(string)
	if n.Kind != transform.YAMLNode || file == "" {
		return nil
	}
	seed, err := readSeed(fsys, file, o.withDefaults())
	if err == nil {
		n.Seed = seed
		return nil
	}
	if !strings.EqualFold(string(n.Type), seedType) {
		return nil
	}
	d := diagnostic.Diagnostic{
		Code: diagnostic.SeedUnreadable, Severity: diagnostic.Error, Node: n.Ref().String(),
		Message: fmt.Sprintf("cannot read the rows of the seed from %s: %v", file, err),
		Hint:    "set the option file to the path of a CSV with a header, relative to the root of the project, such as seeds/customers.csv",
	}
	return []diagnostic.Diagnostic{d.At(n.File, n.At)}
}

func readSeed(fsys fs.FS, file string, o Options) (*transform.Seed, error) {
	if !strings.HasSuffix(strings.ToLower(file), ".csv") {
		return nil, errors.New("its name does not end with .csv")
	}
	if !fs.ValidPath(file) {
		return nil, errors.New("the path must be relative and without dots")
	}
	content, err := SeedContent(fsys, file, o)
	if err != nil {
		return nil, err
	}
	if o.Seen != nil {
		o.Seen(file, content)
	}
	if !utf8.Valid(content) {
		return nil, errors.New("it is not in UTF-8")
	}
	return parseSeed(file, bytes.TrimPrefix(content, []byte("\ufeff")), o.MaxSeedRows)
}

// SeedContent returns the content of the CSV of a node.
func SeedContent(fsys fs.FS, file string, o Options) ([]byte, error) {
	return source{fsys, o.withDefaults().MaxFileSize}.readNamed(file)
}

func parseSeed(file string, content []byte, maxRows int) (*transform.Seed, error) {
	rows := csv.NewReader(bytes.NewReader(content))
	header, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	seed := &transform.Seed{File: file, Header: header}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return seed, nil
		}
		if err != nil {
			return nil, err
		}
		if len(seed.Rows) == maxRows {
			return nil, fmt.Errorf("it has more than %d rows", maxRows)
		}
		seed.Rows = append(seed.Rows, row)
	}
}
