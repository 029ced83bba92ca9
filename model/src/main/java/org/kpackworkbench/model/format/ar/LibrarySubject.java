package org.kpackworkbench.model.format.ar;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;

/** A static library; its members are subjects of their own. */
public record LibrarySubject(Place place, ByteView bytes, StaticLibrary library)
    implements Subject {}
