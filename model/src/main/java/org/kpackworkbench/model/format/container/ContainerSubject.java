package org.kpackworkbench.model.format.container;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;

/** A file of containers; their code objects are subjects of their own. */
public record ContainerSubject(Place place, ByteView bytes, ContainerDocument document)
    implements Subject {}
