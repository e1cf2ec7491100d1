package client

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// block is the lines of a stream up to an empty one.
type block struct {
	name, data, mark string
	retry            time.Duration
}

// add takes in a line of "name: value". Names that are not known, and comments, which have none, are passed over.
func (b *block) add(line string) {
	field, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "event":
		b.name = value
	case "data":
		b.data = value
	case "id":
		b.mark = value
	case "retry":
		if wait, err := strconv.Atoi(value); err == nil {
			b.retry = time.Duration(wait) * time.Millisecond
		}
	}
}

// event is the event in a block. One whose name is not known is of a newer server, and is passed over.
func (b *block) event() (event Event, known bool, err error) {
	switch b.name {
	case "run":
		err = json.Unmarshal([]byte(b.data), &event.Run)
	case "node":
		err = json.Unmarshal([]byte(b.data), &event.Node)
	default:
		return Event{}, false, nil
	}
	return event, err == nil, err
}
