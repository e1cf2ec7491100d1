package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/store"
)

// largeProject returns the files of a project with 10,000 nodes.
func largeProject() map[string][]byte {
	files := map[string][]byte{"data.yml": []byte("fileVersion: 3\n")}
	for i := range 10_000 {
		text := fmt.Sprintf("fileVersion: 1\nid: %08d\nname: NODE_%d\n", i, i)
		for c := range 20 {
			text += fmt.Sprintf("  - name: COLUMN_%d_%d\n    dataType: VARCHAR\n    nullable: true\n", i, c)
		}
		files[fmt.Sprintf("nodes/WORK-NODE_%d.yml", i)] = []byte(text)
	}
	return files
}

// benchRepository returns the repository of a project in SQLite.
func benchRepository(b *testing.B) *gitrepo.Repository {
	b.Helper()
	db, err := store.Open(b.Context(), store.Options{Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	organization, err := account.NewOrganization("Mill", time.Now())
	if err != nil {
		b.Fatal(err)
	}
	ada := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com",
		Role: account.OrganizationAdministrator, Status: account.UserActive,
	}
	if err := db.Setups().Add(b.Context(), project.NewSetup(organization, ada, time.Now())); err != nil {
		b.Fatal(err)
	}
	by := account.Actor{Organization: organization.ID, User: ada.ID, Role: ada.Role}
	home, err := project.NewProjects(db.Projects(), time.Now).Create(b.Context(), by, project.Project{Name: "Large", Platform: project.DuckDB})
	if err != nil {
		b.Fatal(err)
	}
	return gitrepo.Open(db.Repositories().Storage(by, home.ID), gitrepo.Limits{})
}

// BenchmarkGit measures a project of 10,000 files: its first commit, a commit of one change, and reading one.
func BenchmarkGit(b *testing.B) {
	files := largeProject()
	author := gitrepo.Signature{Name: "Ada", Email: "ada@example.com", When: time.Now()}
	b.Run("first commit", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			repo := benchRepository(b)
			b.StartTimer()
			if _, err := repo.Record(b.Context(), gitrepo.Draft{Branch: "main", Files: files, Author: author, Message: "m"}); err != nil {
				b.Fatal(err)
			}
		}
	})
	repo := benchRepository(b)
	head, err := repo.Record(b.Context(), gitrepo.Draft{Branch: "main", Files: files, Author: author, Message: "m"})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("one change", func(b *testing.B) {
		count := 0
		for b.Loop() {
			count++
			files["nodes/WORK-NODE_1.yml"] = fmt.Append(nil, "change ", count, head.Hash)
			draft := gitrepo.Draft{Branch: "main", Parents: []gitrepo.Hash{head.Hash}, Files: files, Author: author, Message: "m"}
			if head, err = repo.Record(b.Context(), draft); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("checkout", func(b *testing.B) {
		for b.Loop() {
			if got, err := repo.Files(b.Context(), head.Hash); err != nil || len(got) != len(files) {
				b.Fatalf("%d files, %v", len(got), err)
			}
		}
	})
}
