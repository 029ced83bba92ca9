package org.kpackworkbench.views.window.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.place.PlaceOwner;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/**
 * Finds places by number: {@code 0xc53000} or {@code 12922880} as file offset and as address,
 * {@code @0xc53000} as address alone, {@code 0x100+32} as a range of 32 bytes.
 */
public final class OffsetFinder implements PlaceFinder {
  private static final Pattern NUMBER =
      Pattern.compile("(?<at>@)?(?<start>0x[0-9a-f]+|[0-9]+)(?:\\+(?<length>0x[0-9a-f]+|[0-9]+))?");

  @Override
  public String title() {
    return "Offset";
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress) {
    Matcher matcher = NUMBER.matcher(query.toLowerCase(Locale.ROOT).replace(" ", ""));
    if (!matcher.matches()) {
      return List.of();
    }
    OptionalLong start = number(matcher.group("start"));
    String lengthText = matcher.group("length");
    OptionalLong length = lengthText == null ? OptionalLong.of(1) : number(lengthText);
    if (start.isEmpty() || length.isEmpty()) {
      return List.of();
    }
    List<Found> found = new ArrayList<>();
    if (matcher.group("at") == null) {
      add(found, file, start.getAsLong(), length.getAsLong(), "file offset");
    }
    OptionalLong mapped = file.fileOffset(start.getAsLong());
    if (mapped.isPresent()) {
      add(
          found,
          file,
          mapped.getAsLong(),
          length.getAsLong(),
          "address 0x%x".formatted(start.getAsLong()));
    }
    return found;
  }

  private static void add(
      List<Found> found, OpenedFile file, long offset, long length, String what) {
    Ownership owners = file.ownership();
    long size = file.bytes().size();
    if (offset < 0 || offset >= size) {
      return;
    }
    ByteRange range = new ByteRange(offset, Math.clamp(length, 1, size - offset));
    Place place = PlaceOwner.of(new Place.Bytes(file.place(), range), owners);
    List<Claim> claims = offset < owners.sizeBytes() ? owners.at(offset) : List.of();
    String owner = claims.isEmpty() ? "" : "in " + claims.getLast().label();
    found.add(
        new Found(place, "0x%x".formatted(offset), what + (owner.isEmpty() ? "" : ", " + owner)));
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(
          text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text));
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }
}
