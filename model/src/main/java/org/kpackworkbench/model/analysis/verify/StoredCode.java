package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.finding.Subject;

/** A code object as a file stores it, whether or not its bytes can be read. */
public sealed interface StoredCode extends Subject permits CodeObjectSubject, FileSubject.Unread {}
