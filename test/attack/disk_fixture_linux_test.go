package attack_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/diskspace"
)

// smallDisk is an environment variable of a process that may mount its own small disk.
const smallDisk = "MILLRACE_TEST_SMALL_DISK"

// withSmallDisk runs the test in its own process, which may mount a file system in memory that no other process sees. It
// returns true in that process.
func withSmallDisk(t *testing.T) bool {
	t.Helper()
	if os.Getenv(smallDisk) != "" {
		return true
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	command.Env = append(os.Environ(), smallDisk+"=1")
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := command.CombinedOutput()
	switch {
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EINVAL):
		skipWithoutMount(t, err)
	case err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("%v\n%s", err, out)
	default:
		t.Logf("%s", out)
	}
	return false
}

// skipWithoutMount skips the test. It fails the test if MILLRACE_TEST_MOUNT_REQUIRED is 1, as in continuous integration.
func skipWithoutMount(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("MILLRACE_TEST_MOUNT_REQUIRED") == "1" {
		t.Fatalf("this system does not allow a user to mount a file system: %v", err)
	}
	t.Skipf("this system does not allow a user to mount a file system: %v", err)
}

// mountSmallDisk returns a folder on a small disk.
func mountSmallDisk(t *testing.T, size uint64) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size="+strconv.FormatUint(size, 10)); err != nil {
		skipWithoutMount(t, err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// diskFixture is a platform whose data folder is on a small disk, with a project that is deployed in an environment: the
// node HUGE is larger than the disk.
type diskFixture struct {
	*apptest.Platform

	t                           *testing.T
	token, project, environment string
	ballast                     string // a file that fills the disk
	pauses                      int
}

const diskSize = 96 << 20

func newDiskFixture(t *testing.T, database apptest.Database) *diskFixture {
	t.Helper()
	folder := filepath.Join(mountSmallDisk(t, diskSize), "data")
	platform := apptest.Start(t, database, func(s *config.Settings) { s.Data = folder })
	f := &diskFixture{Platform: platform, t: t, ballast: filepath.Join(filepath.Dir(folder), "ballast"), token: platform.AdminToken()}
	f.project = f.NewProject(f.token, "Orders")
	f.environment = f.NewEnvironment(f.token, f.project, "Production")
	files := map[string][]byte{
		"data.yml":          []byte("defaultStorageMapping: M\nfileVersion: 3\nplatformKind: duckdb\n"),
		"locations.yml":     []byte("defaultStorageMapping: M\nfileVersion: 1\nlocations:\n  - M\n"),
		"nodes/M-SMALL.sql": []byte("@id(\"small\")\n@nodeType(\"Stage\")\nSELECT cast(v.id AS integer) AS id FROM (VALUES (1), (2)) AS v(id)\n"),
		"nodes/M-HUGE.sql": []byte("@id(\"huge\")\n@nodeType(\"Stage\")\n" +
			"SELECT md5(cast(r.n AS varchar)) AS text FROM range({{ parameters.rows | default(1) }}) AS r(n)\n"),
	}
	f.Deploy(f.Me(f.token).Organization.ID, f.environment, files)
	return f
}

// fill fills the disk to the last byte.
func (f *diskFixture) fill() {
	f.t.Helper()
	file, err := os.Create(f.ballast)
	if err != nil {
		f.t.Fatal(err)
	}
	for size := 1 << 20; size > 0; {
		if _, err = file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !diskspace.IsFull(err) {
		f.t.Fatalf("the disk is not full: %v", err)
	}
	if err := file.Close(); err != nil {
		f.t.Fatal(err)
	}
}

// start sends startRun for one node.
func (f *diskFixture) start(node string, parameters map[string]any) apptest.Response {
	f.t.Helper()
	details := map[string]any{"environmentID": f.environment, "includeNodesSelector": "{ " + node + " }"}
	return f.Post(f.token, "/scheduler/startRun", map[string]any{"runDetails": details, "parameters": parameters})
}

// await waits for the end of a run and returns its status.
func (f *diskFixture) await(started apptest.Response) (number, status string) {
	f.t.Helper()
	var counter struct {
		RunCounter int `json:"runCounter"`
	}
	started.Want(http.StatusOK).JSON(&counter)
	number = strconv.Itoa(counter.RunCounter)
	for {
		status = f.Get(f.token, "/scheduler/runStatus?runCounter="+number).Want(http.StatusOK).Field("runStatus")
		if status != "running" && status != "waitingToRun" {
			return number, status
		}
		f.pause()
	}
}

// awaitReady waits until the server is ready.
func (f *diskFixture) awaitReady() {
	f.t.Helper()
	for f.Get("", "/readyz").Status != http.StatusOK {
		f.pause()
	}
}

// pause waits before the next request of a test that waits for the server.
func (f *diskFixture) pause() {
	f.t.Helper()
	if f.pauses++; f.pauses > maxPauses {
		f.t.Fatalf("waited too long; the files are\n%s", f.files())
	}
	select {
	case <-time.After(20 * time.Millisecond):
	case <-f.t.Context().Done():
		f.t.Fatal("the test ended")
	}
}

// files lists the files on the disk with their sizes.
func (f *diskFixture) files() string {
	var list strings.Builder
	_ = filepath.WalkDir(filepath.Dir(f.ballast), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				fmt.Fprintln(&list, path, info.Size())
			}
		}
		return nil
	})
	free, _ := diskspace.Free(filepath.Dir(f.ballast))
	fmt.Fprintln(&list, "free", free)
	return list.String()
}
