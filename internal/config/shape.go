package config

import (
	"strconv"
	"strings"
)

// text converts a value of a file to the form of a flag. A text must be a text: an unquoted 0123 in YAML is the number
// 83, which is never meant as a password.
func (s Shape) text(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case bool:
		return strconv.FormatBool(value), s == Boolean
	case []any:
		return joined(value), s == List && allText(value)
	}
	number, ok := numberText(value)
	return number, ok && s == Number
}

// numberText handles the types that the parsers of TOML and YAML return.
func numberText(value any) (string, bool) {
	switch value := value.(type) {
	case int:
		return strconv.Itoa(value), true
	case int64:
		return strconv.FormatInt(value, 10), true
	case uint64:
		return strconv.FormatUint(value, 10), true
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), true
	}
	return "", false
}

func allText(list []any) bool {
	for _, element := range list {
		if _, ok := element.(string); !ok {
			return false
		}
	}
	return true
}

func joined(list []any) string {
	var texts []string
	for _, element := range list {
		text, _ := element.(string)
		texts = append(texts, text)
	}
	return strings.Join(texts, ",")
}
