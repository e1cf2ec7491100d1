package reference

import (
	"embed"
	"path"
)

// exampleFiles contains a node for every entry, and the project that they belong to.
//
//go:embed examples
var exampleFiles embed.FS

// Example is a file of a project. Its first line is a comment with its path.
type Example struct {
	Language string `json:"language"` // sql or yaml
	Text     string `json:"text"`
}

// exampleOf returns the example of an entry. A test ensures that every entry has one.
func exampleOf(folder, name string) Example {
	for extension, language := range map[string]string{".sql": "sql", ".yml": "yaml"} {
		if text, err := exampleFiles.ReadFile(path.Join("examples", folder, name+extension)); err == nil {
			return Example{Language: language, Text: string(text)}
		}
	}
	return Example{}
}

func (m *markdown) example(e Example) {
	if e.Text != "" {
		m.code(e.Language, e.Text)
	}
}

// projectOfExamples is the sentence about the nodes that the examples read.
const projectOfExamples = "The examples read two sources: `RAW.ORDERS` with `order_id`, `customer_id`, `status`, `amount` and `changed_at`, " +
	"and `RAW.CUSTOMERS` with `customer_id`, `name` and `country`. A test compiles each of them."
