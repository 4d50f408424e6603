/* How a kernel says what it accesses. The index is evaluated once: it may be an access itself. */
#define LOAD(array, index)                                   \
	({                                                   \
		long at_ = (index);                          \
		expect_read(&array[at_], sizeof array[at_]); \
		array[at_];                                  \
	})
#define STORE(type, array, index, value)                      \
	({                                                    \
		type value_ = (type)(value);                  \
		long at_ = (index);                           \
		expect_write(&array[at_], sizeof array[at_]); \
		array[at_] = value_;                          \
	})
#define UPDATE(type, array, index, value)                     \
	({                                                    \
		__auto_type more_ = (value);                  \
		long at_ = (index);                           \
		expect_read(&array[at_], sizeof array[at_]);  \
		expect_write(&array[at_], sizeof array[at_]); \
		array[at_] = (type)(array[at_] + more_);      \
	})
