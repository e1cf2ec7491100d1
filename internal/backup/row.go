package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"unicode/utf8"
)

// appendRow appends a row as a JSON array with a line break. Bytes are base64. A text that is not UTF-8, which SQLite can
// store, is an object with its base64.
func appendRow(out []byte, columns []Column, values []any) ([]byte, error) {
	if len(values) != len(columns) {
		return nil, fmt.Errorf("a row has %d values for %d columns", len(values), len(columns))
	}
	out = append(out, '[')
	for i, value := range values {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = appendValue(out, columns[i], value); err != nil {
			return nil, err
		}
	}
	return append(out, ']', '\n'), nil
}

func appendValue(out []byte, column Column, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(out, "null"...), nil
	case int64:
		switch column.Type {
		case Integer:
			return strconv.AppendInt(out, v, 10), nil
		case Boolean: // SQLite has no booleans
			return strconv.AppendBool(out, v != 0), nil
		case Text, Bytes: // the error below
		}
	case bool:
		if column.Type == Boolean {
			return strconv.AppendBool(out, v), nil
		}
	case string: // SQLite keeps what was inserted, whatever the type of the column
		return appendText(out, column, v)
	case []byte:
		return appendText(out, column, string(v))
	}
	return nil, fmt.Errorf("column %s of type %s contains a value of type %T", column.Name, column.Type, value)
}

func appendText(out []byte, column Column, text string) ([]byte, error) {
	switch {
	case column.Type == Bytes:
		return appendBase64(out, text), nil
	case column.Type != Text:
		return nil, fmt.Errorf("column %s of type %s contains a text", column.Name, column.Type)
	case !utf8.ValidString(text):
		return append(appendBase64(append(out, `{"base64":`...), text), '}'), nil
	}
	quoted, err := json.Marshal(text)
	return append(out, quoted...), err
}

func appendBase64(out []byte, text string) []byte {
	out = append(out, '"')
	out = base64.StdEncoding.AppendEncode(out, []byte(text))
	return append(out, '"')
}

// decodeRow reverses appendRow.
func decodeRow(line []byte, columns []Column) ([]any, error) {
	var cells []json.RawMessage
	if err := json.Unmarshal(line, &cells); err != nil {
		return nil, err
	}
	if len(cells) != len(columns) {
		return nil, fmt.Errorf("a row has %d values for %d columns", len(cells), len(columns))
	}
	values := make([]any, len(cells))
	for i, cell := range cells {
		var err error
		if values[i], err = decodeValue(cell, columns[i].Type); err != nil {
			return nil, fmt.Errorf("column %s: %w", columns[i].Name, err)
		}
	}
	return values, nil
}

func decodeValue(cell json.RawMessage, kind Type) (any, error) {
	if string(cell) == "null" {
		return nil, nil //nolint:nilnil // the value of the column is null
	}
	switch kind {
	case Integer:
		return strconv.ParseInt(string(cell), 10, 64)
	case Boolean:
		return decode[bool](cell)
	case Bytes:
		return decode[[]byte](cell)
	case Text:
		if !bytes.HasPrefix(cell, []byte("{")) {
			return decode[string](cell)
		}
		raw, err := decode[struct {
			Base64 []byte `json:"base64"`
		}](cell)
		return string(raw.Base64), err
	}
	return nil, fmt.Errorf("unknown type %q", kind)
}

func decode[T any](cell json.RawMessage) (value T, err error) {
	return value, json.Unmarshal(cell, &value)
}

// RowSum is the sum of the first 16 bytes of the SHA-256 of each row, modulo 2^128. Rows in another order have the same sum.
type RowSum struct{ high, low uint64 }

func (s *RowSum) add(line []byte) {
	hash := sha256.Sum256(line)
	var carry uint64
	s.low, carry = bits.Add64(s.low, binary.BigEndian.Uint64(hash[8:]), 0)
	s.high, _ = bits.Add64(s.high, binary.BigEndian.Uint64(hash[:]), carry)
}

// MarshalText writes the sum in hexadecimal.
func (s RowSum) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%016x%016x", s.high, s.low), nil
}

// UnmarshalText reads the sum.
func (s *RowSum) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != 16 {
		return fmt.Errorf("%q is not a sum of rows", text)
	}
	s.high, s.low = binary.BigEndian.Uint64(raw), binary.BigEndian.Uint64(raw[8:])
	return nil
}

// Counter counts and sums rows of a database with the method of TablePart, so that they can be compared with those of a file.
type Counter struct {
	Table  Table
	Rows   int64
	RowSum RowSum

	buffer []byte
}

// Add counts a row.
func (c *Counter) Add(values []any) (err error) {
	if c.buffer, err = appendRow(c.buffer[:0], c.Table.Columns, values); err != nil {
		return err
	}
	c.Rows++
	c.RowSum.add(c.buffer)
	return nil
}
