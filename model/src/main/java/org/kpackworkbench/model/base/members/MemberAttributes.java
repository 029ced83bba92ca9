package org.kpackworkbench.model.base.members;

import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/** The attributes of a member. */
record MemberAttributes(Member member, Object fileKey) implements PosixFileAttributes {
  @Override
  public FileTime lastModifiedTime() {
    return member.modified();
  }

  @Override
  public FileTime lastAccessTime() {
    return lastModifiedTime();
  }

  @Override
  public FileTime creationTime() {
    return lastModifiedTime();
  }

  @Override
  public boolean isRegularFile() {
    return member.kind() == Member.Kind.FILE;
  }

  @Override
  public boolean isDirectory() {
    return member.kind() == Member.Kind.FOLDER;
  }

  @Override
  public boolean isSymbolicLink() {
    return member.kind() == Member.Kind.LINK;
  }

  @Override
  public boolean isOther() {
    return member.kind() == Member.Kind.SPECIAL;
  }

  @Override
  public long size() {
    return member.sizeBytes();
  }

  @Override
  public UserPrincipal owner() {
    return () -> "root";
  }

  @Override
  public GroupPrincipal group() {
    return () -> "root";
  }

  @Override
  public Set<PosixFilePermission> permissions() {
    Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
    PosixFilePermission[] all = PosixFilePermission.values();
    for (int i = 0; i < all.length; i++) {
      if ((member.mode() & (0400 >> i)) != 0) {
        set.add(all[i]);
      }
    }
    return set;
  }
}
