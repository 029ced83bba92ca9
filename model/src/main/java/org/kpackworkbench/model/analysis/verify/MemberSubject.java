package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.tar.OddMember;

/**
 * The members of a packed artifact.
 *
 * @param odd those that should be looked at
 */
public record MemberSubject(Place place, ByteView bytes, List<OddMember> odd) implements Subject {}
