package tracker

// Kept counts the objects that the job view keeps.
func (j *Job) Kept() int { return len(j.seqs) + len(j.fams) + len(j.wins) + len(j.files) }
