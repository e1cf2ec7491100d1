package duckdbprocess

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/millrace/millrace/internal/fault"
)

// maxFrame limits a message. It is larger than any statement and result that the server accepts.
const maxFrame = 1 << 29

var errMalformed = errors.New("a message between the server and DuckDB's process is malformed")

// encoder appends values to a message.
type encoder struct{ raw []byte }

func (e *encoder) number(v uint64)  { e.raw = binary.AppendUvarint(e.raw, v) }
func (e *encoder) integer(v int64)  { e.raw = binary.AppendVarint(e.raw, v) }
func (e *encoder) length(v int)     { e.number(uint64(v)) } //nolint:gosec // a length is not negative
func (e *encoder) text(text string) { e.length(len(text)); e.raw = append(e.raw, text...) }

func (e *encoder) boolean(v bool) {
	var b byte
	if v {
		b = 1
	}
	e.raw = append(e.raw, b)
}

// The types of values in a result.
const (
	valueNull byte = iota
	valueFalse
	valueTrue
	valueInteger
	valueFloat
	valueText
)

// value appends a value of engine.Rows.
func (e *encoder) value(v any) {
	switch v := v.(type) {
	case nil:
		e.raw = append(e.raw, valueNull)
	case bool:
		if v {
			e.raw = append(e.raw, valueTrue)
			return
		}
		e.raw = append(e.raw, valueFalse)
	case int64:
		e.raw = append(e.raw, valueInteger)
		e.integer(v)
	case float64:
		e.raw = append(e.raw, valueFloat)
		e.raw = binary.LittleEndian.AppendUint64(e.raw, math.Float64bits(v))
	case string:
		e.raw = append(e.raw, valueText)
		e.text(v)
	default:
		panic(fmt.Sprintf("duckdbprocess: a value of type %T", v)) // engine.Rows has no other
	}
}

// decoder reads values from a message. After an error it returns zero values.
type decoder struct {
	raw []byte
	err error
}

func (d *decoder) fail() {
	d.raw, d.err = nil, errMalformed
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.raw)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.raw = d.raw[n:]
	return v
}

func (d *decoder) integer() int64 {
	v, n := binary.Varint(d.raw)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.raw = d.raw[n:]
	return v
}

// length reads the number of following elements, which take at least one byte each.
func (d *decoder) length() int {
	v := d.number()
	if v > uint64(len(d.raw)) {
		d.fail()
		return 0
	}
	return int(v) //nolint:gosec // it is at most the length of the message
}

func (d *decoder) text() string {
	text := string(d.bytes(d.length()))
	return text
}

func (d *decoder) bytes(n int) []byte {
	if n > len(d.raw) {
		d.fail()
		return nil
	}
	taken := d.raw[:n]
	d.raw = d.raw[n:]
	return taken
}

func (d *decoder) byte() byte {
	if taken := d.bytes(1); len(taken) == 1 {
		return taken[0]
	}
	return 0
}

func (d *decoder) boolean() bool { return d.byte() == 1 }

func (d *decoder) value() any {
	switch d.byte() {
	case valueNull:
		return nil
	case valueFalse:
		return false
	case valueTrue:
		return true
	case valueInteger:
		return d.integer()
	case valueFloat:
		if raw := d.bytes(8); len(raw) == 8 {
			return math.Float64frombits(binary.LittleEndian.Uint64(raw))
		}
		return nil
	case valueText:
		return d.text()
	}
	d.fail()
	return nil
}

// headerLength is the length of the number of bytes before each message.
const headerLength = 4

// newFrame starts a message with space for its length.
func newFrame() *encoder { return &encoder{raw: make([]byte, headerLength, 256)} }

// frame returns the message with its length.
func (e *encoder) frame() ([]byte, error) {
	size := len(e.raw) - headerLength
	if size > maxFrame {
		return nil, fmt.Errorf("a message of %d bytes is longer than %d", size, maxFrame)
	}
	binary.LittleEndian.PutUint32(e.raw, uint32(size)) //nolint:gosec // checked above
	return e.raw, nil
}

// readFrame reads one message.
func readFrame(from io.Reader) (*decoder, error) {
	var header [headerLength]byte
	if _, err := io.ReadFull(from, header[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(header[:])
	if size > maxFrame {
		return nil, errMalformed
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(from, raw); err != nil {
		return nil, err
	}
	return &decoder{raw: raw}, nil
}

// failed returns the error of a message that could not be read.
func (d *decoder) failed() error {
	if d.err == nil {
		return nil
	}
	return fault.Wrap(d.err, fault.Internal, "a response of DuckDB's process cannot be read")
}
