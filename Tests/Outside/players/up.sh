#!/bin/sh
# A player of the line protocol in shell: up while it can, then left.
answer=''
while read -r word id light own moves rest; do
  case $word in
    see)
      case $moves in *U*) move=U ;; *L*) move=L ;; *D*) move=D ;; *) move=R ;; esac
      answer="$answer $id $move" ;;
    go)
      if [ -n "$answer" ]; then echo $answer; else printf 'name up\nonce\nready\n'; fi
      answer='' ;;
  esac
done
