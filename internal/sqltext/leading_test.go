package sqltext_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestLeadingWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  " ",
		"select 1":                          "SELECT ",
		"Prepare Transaction 'x'":           "PREPARE TRANSACTION",
		"COMMIT":                            "COMMIT ",
		" \t\r\n\v\fCOMMIT":                 "COMMIT ",
		"\ufeffCOMMIT":                      "COMMIT ",
		"\u00a0\u2003COMMIT":                "COMMIT ",
		";;  COMMIT;":                       "COMMIT ",
		"((SELECT 1))":                      "SELECT ",
		"-- a\nCOMMIT":                      "COMMIT ",
		"-- a\rCOMMIT":                      "COMMIT ",
		"-- {{\nCOMMIT -- }} SELECT":        "COMMIT ",
		"/* {{ */ COMMIT /* }} */":          "COMMIT ",
		"/* a /* b */ SELECT */ COMMIT":     "COMMIT ",
		"/* ' */ COMMIT /* ' */":            "COMMIT ",
		"/**/COMMIT/**/AND/**/CHAIN":        "COMMIT AND",
		"/*/ COMMIT */ SELECT":              "SELECT ",
		"/* a /* b */ COMMIT":               " ",
		"-- COMMIT":                         " ",
		"'COMMIT'":                          " ",
		"\"COMMIT\"":                        " ",
		"COMMIT/* PREPARED */ PREPARED 'x'": "COMMIT PREPARED",
	} {
		first, second := sqltext.LeadingWords(text)
		if got := first + " " + second; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLeadingWordsOfLongText(t *testing.T) {
	t.Parallel()
	const many = 1 << 20
	for _, text := range []string{strings.Repeat("/*", many), strings.Repeat("--\n", many), strings.Repeat("/**/", many), strings.Repeat(";", many)} {
		if first, second := sqltext.LeadingWords(text); first != "" || second != "" {
			t.Errorf("%.10q…: %q and %q, want no words", text, first, second)
		}
	}
}
