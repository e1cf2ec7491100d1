package overview

import (
	"context"
	"math"
	"time"

	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// MaxLeases is the number of leases in the state of a server.
const MaxLeases = 200

// maxQueues is the number of environments in the state of a server.
const maxQueues = 200

// ServerState is a server process, and the work of one organization.
type ServerState struct {
	Database  Database
	Disk      *Disk // nil if the operating system does not tell
	Engines   []Engine
	Work      Work
	Queue     []Queue // the environments with the most runs first
	Leases    []Lease // oldest run first
	Retention Retention
}

// Database is the kind and version of the state database, and the last migration of its schema.
type Database struct {
	Kind, Version string
	Schema        int64
}

// Engine is a kind of engine, and the library that the server uses for it.
type Engine struct{ Kind, Library, Version string }

// Queue is how many runs of an environment or workspace wait and run.
type Queue struct {
	Environment      ids.Environment
	Waiting, Running int
}

// Retention says how long an organization keeps what has ended, as the settings write it; empty is forever.
type Retention struct{ Runs, Results, Deployments, Plans, AuditLog string }

// Disk is the space on the disk of the data folder.
type Disk struct {
	Free, Total int64 // bytes
	IsFull      bool  // the server accepts no work that needs space
}

// Work is how much work of an organization waits and runs.
type Work struct {
	RunsWaiting, RunsRunning int
	OldestRunWait            time.Duration
	FiringsDue               int // due and not started
	FiringsQueued            int // wait for an earlier firing
	ScheduleLateness         time.Duration
	DeliveriesWaiting        int
	OldestDelivery           time.Duration
}

// Lease is the lease of a run in progress.
type Lease struct {
	Run         ids.Run
	Environment ids.Environment
	Owner       string
	Epoch       int64
	Until       time.Time
	IsExpired   bool
}

// ServerStore reads the state of a server from the database.
type ServerStore interface {
	Database(ctx context.Context) (Database, error)
	Work(ctx context.Context, organization ids.Organization) (Work, error)
	Queue(ctx context.Context, organization ids.Organization, limit int) ([]Queue, error)
	Leases(ctx context.Context, organization ids.Organization, limit int) ([]Lease, error)
	// CheckSpace returns a fault of the kind Full while the disk of the database is full.
	CheckSpace(ctx context.Context) error
}

// Servers describes the server process.
type Servers struct {
	Store     ServerStore
	Folder    string // the data folder
	Worker    string // the owner of this process's leases
	StartedAt time.Time
	Engines   []Engine
	// Retention returns the rules of an organization.
	Retention func(ctx context.Context, organization ids.Organization) (Retention, error)
}

// State returns the state of the server, with the work of one organization only.
func (s *Servers) State(ctx context.Context, organization ids.Organization) (state ServerState, err error) {
	if state.Database, err = s.Store.Database(ctx); err != nil {
		return ServerState{}, err
	}
	if state.Work, err = s.Store.Work(ctx, organization); err != nil {
		return ServerState{}, err
	}
	if state.Queue, err = s.Store.Queue(ctx, organization, maxQueues); err != nil {
		return ServerState{}, err
	}
	if state.Retention, err = s.Retention(ctx, organization); err != nil {
		return ServerState{}, err
	}
	state.Engines = s.Engines
	if state.Leases, err = s.Store.Leases(ctx, organization, MaxLeases); err != nil {
		return ServerState{}, err
	}
	state.Disk = s.disk(ctx)
	return state, nil
}

func (s *Servers) disk(ctx context.Context) *Disk {
	free, ok := diskspace.Free(s.Folder)
	total, known := diskspace.Total(s.Folder)
	if !ok || !known {
		return nil
	}
	return &Disk{Free: bytes(free), Total: bytes(total), IsFull: fault.Is(s.Store.CheckSpace(ctx), fault.Full)}
}

// bytes returns a number of bytes that fits the API.
func bytes(count uint64) int64 { return int64(min(count, math.MaxInt64)) }
