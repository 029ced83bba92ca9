package org.kpackworkbench.model.format.host;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffFile;

/** A Windows binary. */
public record CoffSubject(Place place, ByteView bytes, CoffFile coff) implements Subject {}
