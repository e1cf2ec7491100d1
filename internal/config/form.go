package config

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/workerlabel"
)

// form is the format of a value: a description of what is expected, and the parser.
type form[T any] struct {
	shape    Shape
	expected string
	read     func(text string) (T, bool)
	show     func(text string) string // nil shows an invalid value as it is
}

// optional accepts an empty value, which parses as the zero value.
func optional[T any](of form[T]) form[T] {
	read := of.read
	of.expected = "nothing or " + of.expected
	of.read = func(text string) (T, bool) {
		if text == "" {
			var zero T
			return zero, true
		}
		return read(text)
	}
	return of
}

// oneOf accepts one word of a closed set.
func oneOf(words ...string) form[string] {
	last := len(words) - 1
	return form[string]{
		shape:    Text,
		expected: strings.Join(words[:last], ", ") + " or " + words[last],
		read:     func(text string) (string, bool) { return text, slices.Contains(words, text) },
	}
}

func boolean() form[bool] {
	return form[bool]{shape: Boolean, expected: "true or false", read: func(text string) (bool, bool) {
		switch strings.ToLower(text) {
		case "true", "yes", "on", "1":
			return true, true
		case "false", "no", "off", "0":
			return false, true
		}
		return false, false
	}}
}

// folder accepts any path. The code that uses the folder checks it.
func folder() form[string] {
	return form[string]{shape: Text, expected: "the path of a folder", read: func(text string) (string, bool) {
		return text, text != "" && !strings.ContainsRune(text, 0)
	}}
}

func filePath() form[string] {
	return form[string]{shape: Text, expected: "the path of a file", read: func(text string) (string, bool) {
		return text, text != "" && !strings.ContainsRune(text, 0)
	}}
}

func name() form[string] {
	const longest = 200
	return form[string]{
		shape: Text, expected: "a name of 1 to 200 characters in one line",
		read: func(text string) (string, bool) {
			text = strings.TrimSpace(text)
			inOneLine := utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
			return text, inOneLine && text != "" && utf8.RuneCountInString(text) <= longest
		},
	}
}

// labels are the labels of a worker, sorted, each once.
func labels() form[[]string] {
	return form[[]string]{
		shape: List, expected: "up to 32 labels with commas between them, each of " + workerlabel.Expected,
		read: func(text string) ([]string, bool) {
			var list []string
			for label := range strings.SplitSeq(text, ",") {
				if label = strings.TrimSpace(label); label == "" {
					continue
				}
				if !workerlabel.IsValid(label) {
					return nil, false
				}
				list = append(list, label)
			}
			slices.Sort(list)
			list = slices.Compact(list)
			return list, len(list) <= workerlabel.MaxPerWorker
		},
	}
}

func secretText() form[Secret] {
	return form[Secret]{shape: Text, expected: "text", read: func(text string) (Secret, bool) {
		return Secret(text), utf8.ValidString(text)
	}}
}

func serverKey() form[Secret] {
	return form[Secret]{
		shape: Text, expected: "base64 of 32 bytes, as openssl rand -base64 32 makes it",
		read: func(text string) (Secret, bool) { return Secret(text), areKeys(text) },
	}
}

// areKeys accepts one key, or several that are separated by commas or white space: the newest first.
func areKeys(text string) bool {
	keys := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool { return !isKey(key) })
}

// isKey accepts both alphabets of base64, with and without padding.
func isKey(text string) bool {
	const keyBytes = 32
	digits := strings.TrimRight(text, "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if key, err := encoding.DecodeString(digits); err == nil && len(key) == keyBytes {
			return true
		}
	}
	return false
}
