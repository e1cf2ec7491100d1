package backup

import "time"

// Format is the version of the format that this program writes. It reads no other one.
const Format = 1

// Header is the first entry: what a reader has to know before it reads rows.
type Header struct {
	Format    int       `json:"format"`
	Program   string    `json:"program"` // version of the program that wrote the file
	Database  string    `json:"database"`
	Schema    int64     `json:"schema"`
	CreatedAt time.Time `json:"createdAt"`
	// KeyFingerprint identifies the server key that opens the sealed secrets.
	KeyFingerprint string `json:"keyFingerprint"`
	// Organization is set in the export of one organization, which contains no other rows and cannot be restored.
	Organization string  `json:"organization,omitempty"`
	Tables       []Table `json:"tables"`
}

// Table describes the rows of a table.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
}

// Column is a column of a table.
type Column struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Type is the type of a column.
type Type string

// The types of the state database.
const (
	Text    Type = "text"
	Integer Type = "bigint"
	Boolean Type = "boolean"
	Bytes   Type = "bytea"
)

// Manifest is the last entry. A file without it is incomplete.
type Manifest struct {
	Tables []TablePart `json:"tables"`
	Files  []FilePart  `json:"files"`
}

// TablePart is what the file contains of one table.
type TablePart struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	Digest string `json:"digest"` // SHA-256 of the rows as they are in the file
	// RowSum is the sum of the hashes of all rows. It does not depend on their order, so that it can be compared with the rows
	// of a database.
	RowSum RowSum `json:"rowSum"`
}

// FilePart is a file of the data folder.
type FilePart struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	Digest string `json:"digest"` // SHA-256
}

// Rows returns how many rows the file contains.
func (m Manifest) Rows() (total int64) {
	for _, table := range m.Tables {
		total += table.Rows
	}
	return total
}

// FileBytes returns the size of all files together.
func (m Manifest) FileBytes() (total int64) {
	for _, file := range m.Files {
		total += file.Size
	}
	return total
}
