package trino

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// value converts a value for Rows. Types without JSON values are text in the server's notation; bytes are hexadecimal,
// and structured values are JSON.
func (f field) value(raw json.RawMessage) any {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	name, _, _ := strings.Cut(f.Type, "(")
	if raw[0] != '"' {
		return plainValue(name, raw)
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return string(raw)
	}
	switch name {
	case "varbinary":
		if bytes, err := base64.StdEncoding.DecodeString(text); err == nil {
			return `\x` + hex.EncodeToString(bytes)
		}
	case "timestamp", "time":
		return trimFraction(text)
	}
	return text
}

// plainValue converts what is not a text in the answer.
func plainValue(name string, raw json.RawMessage) any {
	switch name {
	case "boolean":
		return string(raw) == "true"
	case "tinyint", "smallint", "integer", "bigint":
		if number, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return number
		}
	case "double", "real":
		if number, err := strconv.ParseFloat(string(raw), 64); err == nil {
			return number
		}
	}
	return string(raw)
}

// trimFraction removes the zeros at the end of the fraction of a second, which depend on the type and not on the value.
func trimFraction(text string) string {
	dot := strings.IndexByte(text, '.')
	if dot < 0 {
		return text
	}
	end := dot + 1
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	return strings.TrimRight(strings.TrimRight(text[:end], "0"), ".") + text[end:]
}
