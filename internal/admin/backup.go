package admin

import "time"

// Backup says what a backup contains.
type Backup struct {
	File     string
	Version  string // of this program
	WithData bool   // the files of embedded DuckDB too
	WithKey  bool   // the server key too
}

// BackupReport describes a complete backup file.
type BackupReport struct {
	File     string
	Size     int64
	Database string // sqlite or postgres
	Schema   int64
	Tables   int
	Rows     int64
	// CompleteUntil is the time before which every acknowledged write is in the file.
	CompleteUntil  time.Time
	KeyFingerprint string
	HasKey         bool
	HasData        bool
	DataFiles      int
	DataBytes      int64
}

// Restore names the backup file to restore.
type Restore struct{ File string }

// RestoreReport describes a restored state.
type RestoreReport struct {
	File           string
	Program        string // version that made the backup
	CreatedAt      time.Time
	Schema         int64 // of the backup
	Tables         int
	Rows           int64
	DataFiles      int
	Folder         string // the data folder
	KeyFingerprint string
	// HasKey is true if the folder or the settings contain the key that opens the secrets.
	HasKey bool
	// Secrets is how many sealed secrets the key opened; 0 without a key.
	Secrets int
	// Unreadable are the objects whose secret the key does not open.
	Unreadable []string
}
